import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/**
 * The most bytes of a form: an email and a password with every byte escaped. The parser is slow for many different
 * names (E6.01).
 */
const formLargest = 16 * 1_024

/** Accepts application/x-www-form-urlencoded in the calls of a plugin. */
export const readForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(formBody, { bodyLimit: formLargest })
}
