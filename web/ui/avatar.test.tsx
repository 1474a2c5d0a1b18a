import { act, fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('an avatar shows initials if its picture cannot be loaded', () => {
  const shown = (picture: string) => <Avatar initials="佐" hue={200} picture={picture} />
  const { container, rerender } = render(shown('https://pictures.example.com/1'))
  const image = () => container.querySelector('img')
  expect(image()!.referrerPolicy).toBe('no-referrer')
  act(() => void fireEvent.error(image()!))
  expect([image(), container.textContent]).toEqual([null, '佐'])
  rerender(shown('https://pictures.example.com/2'))
  expect(image()!.src).toBe('https://pictures.example.com/2')
})
