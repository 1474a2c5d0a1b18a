/**
 * Runs `act`. If the server requires the password first, asks for it and runs `act` again. Rejects if the member closes
 * the password dialog.
 */
export type Reauthenticating = <Answer>(act: () => Promise<Answer>) => Promise<Answer>

/**
 * Asks for the password if a call failed because the server requires it, and then calls `repeat`.
 * @returns whether the password dialog opens
 */
export type ReauthenticateThen = (error: unknown, repeat: () => void) => boolean
