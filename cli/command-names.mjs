/** The commands of operators. Each runs the file of its name in this folder. */
export const commandNames = ['check', 'migrate', 'admin', 'backup', 'restore', 'rotate-secrets', 'distribute']
