/** The constants of the app-info tab (specification 9). */
export const appFacts = {
  version: '1.0.0',
  lastUpdate: '2024-01-01', // shown as January 2024
  copyrightYear: '2025',
} as const
