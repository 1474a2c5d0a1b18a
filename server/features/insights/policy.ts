import type { Scope } from '#server/access/scope.ts'

export const mayChange = (scope: Scope, author: string): boolean => scope.userId === author
