/** The constants of the app-info tab (S2.91). */
export const appFacts = {
  version: '1.0.0',
  lastUpdate: '2024-01-01', // shown as January 2024
  copyrightYear: '2025',
  holidays: 'date-holidays (CC BY 3.0)',
} as const
