/** Runs `act`. If the server wants the password first, asks for it and runs `act` again; rejects if nobody enters it. */
export type Confirming = <Answer>(act: () => Promise<Answer>) => Promise<Answer>

/** Asks for the password if a call failed because the server wants it, and then goes on. @returns whether it asks */
export type Confirm = (error: unknown, goOn: () => void) => boolean
