import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'

test.each([
  ['https://asakai.example', ['push']],
  ['http://localhost:4700', ['push']],
  ['http://127.0.0.1:4700', ['push']],
  ['http://asakai.example', []],
  ['http://192.0.2.2', []],
])('devices are a channel only if browsers allow push messages at the address %s', async (publicUrl, channels) => {
  const { visitor } = await team({ publicUrl })
  expect((await visitor().get('/deployment')).body.channels).toEqual(channels)
})

test('email is a channel if the server can send it', async () => {
  const { visitor } = await team({
    publicUrl: 'http://asakai.example',
    mail: { url: 'smtp://localhost:1', from: 'asakai@asakai.example' },
  })
  expect((await visitor().get('/deployment')).body).toMatchObject({ mail: true, channels: ['mail'] })
})
