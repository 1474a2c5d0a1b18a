import { expect, test } from 'vitest'
import { pictureOf } from './person.ts'

const github = 'https://avatars.example.com/u/1'
const google = 'https://pictures.example.com/1'

test.each([
  ['GitHub’s picture', github, google, github],
  ['Google’s picture if GitHub has none', null, google, google],
  ['Google’s picture if GitHub’s has no https address', 'http://github.example.com/1', google, google],
  ['no picture if neither has one', null, null, undefined],
])('the avatar of a member shows %s', (_, github_avatar_url, google_avatar_url, picture) =>
  expect(pictureOf({ github_avatar_url, google_avatar_url })).toBe(picture),
)
