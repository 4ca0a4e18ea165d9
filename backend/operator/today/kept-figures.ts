/**
 * Figures that many rows go into. They are kept for a short while, so that reading the page does not cost more the more
 * operators read it.
 */
export interface KeptFigures<Figures> {
  /**
   * The kept figures, or new ones where they are too old. Readers at the same time wait for the same reading; one that
   * fails is not kept.
   * @param version figures of another version are not used
   */
  read(version: string, now: Date): Promise<Figures>
}

/** @param options.keptMs for how long figures are used, by the clock of `now` */
export function keepFigures<Figures>(
  compute: () => Promise<Figures>,
  { keptMs }: { keptMs: number },
): KeptFigures<Figures> {
  let kept: { version: string; at: number; figures: Promise<Figures> } | null = null
  return {
    read(version, now) {
      const at = now.getTime()
      if (kept !== null && kept.version === version && Math.abs(at - kept.at) < keptMs) return kept.figures
      const figures = compute()
      const own = { version, at, figures }
      kept = own
      figures.catch(() => {
        if (kept === own) kept = null
      })
      return figures
    },
  }
}
