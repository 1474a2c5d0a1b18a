/** The reflection's lines in the water, from the horizon down: left and right end relative to the sun's axis. */
const lines = [
  [-222, 222],
  [-196, 214],
  [-204, 174],
  [-150, 150],
  [-172, 158],
  [-112, 138],
  [-126, 106],
  [-70, 70],
  [-36, 36],
] as const
const step = 26

/**
 * The background of the sign-in screens: half a sun over the horizon and its reflection. Half the size on small
 * screens.
 */
export function Dawn() {
  return (
    <div aria-hidden className="absolute inset-0 overflow-hidden">
      <svg
        viewBox="-240 -240 480 480"
        className="absolute bottom-[calc(2.5rem-7.5rem)] left-[35.1%] size-60 [translate:-50%] lg:bottom-[calc(26.7%-15rem)] lg:left-[37.5%] lg:size-120"
        fill="none"
      >
        <path d="M-240 0a240 240 0 0 1 480 0Z" className="fill-dawn-sun" />
        <g className="stroke-dawn-line" strokeWidth="2">
          {lines.map(([from, to], index) => (
            <path key={index} d={`M${from} ${step * (index + 1)}H${to}`} opacity={(69 - 6.5 * index) / 100} />
          ))}
        </g>
      </svg>
      <div className="absolute inset-x-0 bottom-10 h-px [translate:0_50%] bg-dawn-line opacity-75 lg:bottom-[26.7%] lg:h-0.5" />
    </div>
  )
}
