import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Live } from './live.tsx'

it('the live region is on the page before its text', async () => {
  render(<Live>下書き</Live>)
  const region = screen.getByRole('status')
  expect(region.textContent).toBe('')
  await screen.findByText('下書き')
  expect(screen.getByRole('status')).toBe(region)
})
