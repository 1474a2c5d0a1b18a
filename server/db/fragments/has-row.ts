/** Whether a statement finds a row, or returns one of those that it has written. */
export const hasRow = async (statement: { executeTakeFirst: () => Promise<object | undefined> }): Promise<boolean> =>
  (await statement.executeTakeFirst()) !== undefined
