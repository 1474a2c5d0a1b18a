/** Returns whether a statement finds a row, or returns a row that it wrote. */
export const hasRow = async (statement: { executeTakeFirst: () => Promise<object | undefined> }): Promise<boolean> =>
  (await statement.executeTakeFirst()) !== undefined
