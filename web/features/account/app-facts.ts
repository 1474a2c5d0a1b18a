/** The constant values on the app info tab (S2.91). */
export const appFacts = {
  /** The running version, set by the build. */
  version: import.meta.env.VITE_VERSION as string,
  holidays: 'date-holidays (CC BY 3.0)',
} as const
