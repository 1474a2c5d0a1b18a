import { useSearchParams } from 'wouter'
import { type CalendarDate, dateUpTo } from '../../lib/dates.ts'

const parameter = 'date'

/** The day in the address (`?date=YYYY-MM-DD`, none is today), so that reload and back keep it; never after today. */
export function useSelectedDate(today: CalendarDate): [CalendarDate, (date: CalendarDate) => void] {
  const [parameters, setParameters] = useSearchParams()
  const select = (date: CalendarDate) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      const held = dateUpTo(today, date)
      if (held === today) next.delete(parameter)
      else next.set(parameter, held)
      return next
    })
  return [dateUpTo(today, parameters.get(parameter)), select]
}
