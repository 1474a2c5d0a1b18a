/** Runs `act`. If the server wants the password first, asks for it and runs `act` again; rejects if nobody enters it. */
export type Confirming = <Answer>(act: () => Promise<Answer>) => Promise<Answer>
