/** Whether somebody asked for less to be read: in their system, or in their browser (Network Information). */
export const savesData = () =>
  matchMedia('(prefers-reduced-data: reduce)').matches ||
  ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true)

/** Reads what will probably be wanted, so that nobody waits for it. Where it fails, or data is saved, it is read when it is wanted. */
export function readAhead(load: () => Promise<unknown>) {
  if (!savesData()) load().catch(() => undefined)
}
