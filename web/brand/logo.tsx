/** Half a sun over a horizon. The lines below are its reflection and the lines of a report (design: logo). */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      fill="none"
      className="shrink-0 text-ai-text"
      role="img"
      aria-label="Asakai"
    >
      <path d="M7.5 15.75a8.5 8.5 0 0 1 17 0Z" fill="currentColor" />
      <path d="M3 19.25h26M8.5 23.25h15M12.5 27.25h7" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2" role="img" aria-label="Asakai 朝会">
      <span aria-hidden className="contents">
        <LogoMark />
      </span>
      <span aria-hidden className="d-20 [letter-spacing:.02em]">
        Asakai
      </span>
      <span aria-hidden lang="ja" className="mt-1 d-12 [letter-spacing:.2em] text-text-3">
        朝会
      </span>
    </span>
  )
}
