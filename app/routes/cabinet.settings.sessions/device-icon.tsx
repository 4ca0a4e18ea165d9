/** The shapes of what people sign in from; no other page draws them. */
const shapes = {
  phone: 'M6 2.5h8v15H6zM9 15h2',
  computer: 'M3 4h14v9.5H3zM7 16.5h6M10 13.5v3',
}

/** @param device as the browser names itself */
export function DeviceIcon({ device }: { device: string }) {
  const shape = /\b(?:Android|iPhone|iPad)\b/.test(device) ? shapes.phone : shapes.computer
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={shape} />
    </svg>
  )
}
