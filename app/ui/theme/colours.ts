import { type Oklch } from './oklch'

/**
 * The water by day and by night. One hue family with depth steps 0 (surface) to 6 (abyss), one warm accent for the
 * single main action of a page, and four meanings that are never used without an icon and a word. `contrast.test.ts`
 * holds every pair that text is set in.
 */
export interface Colours {
  /** The surfaces: the page, raised above it, and sunk into it. */
  page: Oklch
  raised: Oklch
  sunk: Oklch
  /** Body text 7:1 on all three; `soft` for what comes second, 4.5:1. */
  text: Oklch
  soft: Oklch
  /** Hairlines, and the outline of controls (3:1). */
  line: Oklch
  outline: Oklch
  link: Oklch
  focus: Oklch
  /** The one mark: the waterline. */
  waterline: Oklch
  accent: Oklch
  accentHover: Oklch
  onAccent: Oklch
  /** The deep colours: grounds of the depth gauge, ranks and charts, each with its text colour. */
  depth0: Oklch
  depth1: Oklch
  depth2: Oklch
  depth3: Oklch
  depth4: Oklch
  depth5: Oklch
  depth6: Oklch
  onShallow: Oklch
  onDeep: Oklch
  onDeepSoft: Oklch
  success: Oklch
  successGround: Oklch
  warning: Oklch
  warningGround: Oklch
  danger: Oklch
  dangerGround: Oklch
  info: Oklch
  infoGround: Oklch
}

export const day: Colours = {
  page: [0.985, 0.006, 220],
  raised: [1, 0, 0],
  sunk: [0.962, 0.013, 218],
  text: [0.27, 0.035, 232],
  soft: [0.455, 0.035, 228],
  line: [0.895, 0.016, 220],
  outline: [0.6, 0.035, 225],
  link: [0.44, 0.09, 232],
  focus: [0.5, 0.13, 240],
  waterline: [0.6, 0.1, 215],
  accent: [0.555, 0.165, 35],
  accentHover: [0.5, 0.155, 35],
  onAccent: [1, 0, 0],
  depth0: [0.962, 0.018, 205],
  depth1: [0.915, 0.038, 207],
  depth2: [0.835, 0.065, 211],
  depth3: [0.62, 0.095, 218],
  depth4: [0.47, 0.09, 226],
  depth5: [0.36, 0.072, 232],
  depth6: [0.265, 0.05, 236],
  onShallow: [0.27, 0.035, 232],
  onDeep: [0.985, 0.008, 210],
  onDeepSoft: [0.88, 0.035, 212],
  success: [0.43, 0.1, 158],
  successGround: [0.955, 0.035, 160],
  warning: [0.46, 0.095, 70],
  warningGround: [0.962, 0.04, 85],
  danger: [0.475, 0.165, 22],
  dangerGround: [0.958, 0.022, 20],
  info: [0.44, 0.09, 235],
  infoGround: [0.955, 0.022, 225],
}

export const night: Colours = {
  page: [0.195, 0.026, 232],
  raised: [0.232, 0.03, 231],
  sunk: [0.168, 0.024, 233],
  text: [0.945, 0.012, 212],
  soft: [0.765, 0.028, 217],
  line: [0.315, 0.032, 229],
  outline: [0.565, 0.04, 224],
  link: [0.82, 0.085, 216],
  focus: [0.8, 0.11, 222],
  waterline: [0.72, 0.1, 212],
  accent: [0.755, 0.125, 38],
  accentHover: [0.81, 0.105, 40],
  onAccent: [0.2, 0.035, 38],
  depth0: [0.31, 0.04, 226],
  depth1: [0.35, 0.05, 225],
  depth2: [0.395, 0.06, 224],
  depth3: [0.365, 0.062, 227],
  depth4: [0.315, 0.056, 230],
  depth5: [0.262, 0.045, 233],
  depth6: [0.135, 0.026, 238],
  onShallow: [0.955, 0.012, 212],
  onDeep: [0.955, 0.012, 212],
  onDeepSoft: [0.84, 0.035, 214],
  success: [0.83, 0.11, 160],
  successGround: [0.285, 0.042, 165],
  warning: [0.85, 0.1, 82],
  warningGround: [0.295, 0.038, 75],
  danger: [0.8, 0.105, 22],
  dangerGround: [0.285, 0.052, 20],
  info: [0.83, 0.08, 225],
  infoGround: [0.285, 0.042, 232],
}
