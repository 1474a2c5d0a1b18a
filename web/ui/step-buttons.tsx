import { ChevronLeft, ChevronRight } from 'lucide-react'

type Step = { label: string; onClick: (() => void) | undefined }

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The buttons ‹ and ›. The screen must call `useShortcuts`, so that the arrow keys do the same. */
export function StepButtons({ previous, next }: { previous: Step; next: Step }) {
  return (
    <>
      <StepButton {...previous} keys="ArrowLeft" Icon={ChevronLeft} />
      <StepButton {...next} keys="ArrowRight" Icon={ChevronRight} />
    </>
  )
}

function StepButton({ label, onClick, keys, Icon }: Step & { keys: string; Icon: typeof ChevronLeft }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      disabled={!onClick}
      onClick={onClick}
      className="icon-button h-control w-control text-text"
    >
      <Icon {...icon} />
    </button>
  )
}
