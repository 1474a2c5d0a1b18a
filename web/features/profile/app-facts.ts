/** The constants of the specification's app-info tab. */
export const appFacts = {
  version: '1.0.0',
  lastUpdate: new Date(2024, 0), // January 2024
  copyrightYear: 2025,
} as const
