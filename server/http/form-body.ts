import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/**
 * Bytes of a form. The longest that is sent is an e-mail with a password, each byte of them escaped. The parser is slow with many
 * different names (E6.01).
 */
const formLargest = 16 * 1_024

/** Lets the calls of a plugin take forms, as `application/x-www-form-urlencoded`. */
export const readForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(formBody, { bodyLimit: formLargest })
}
