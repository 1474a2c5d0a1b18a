import { providerIds, providers } from '#contract/providers.ts'
import { BrandMark } from '../../ui/brand-marks.tsx'
import { Bar } from '../../ui/states.tsx'

/** The rows as they will be, while nobody knows yet what is connected. */
export const AccountsSkeleton = () => (
  <ul className="-mt-1 -mb-2">
    {providerIds
      .filter((id) => id !== 'oidc')
      .map((id) => (
        <li key={id} className="flex min-h-13 items-center gap-3 border-b border-rule py-1.5 last:border-b-0">
          <span className="grid w-4.5 shrink-0 justify-center">
            <BrandMark of={id} />
          </span>
          <div className="flex-1">
            <p className="t-14b">{providers[id].name}</p>
            <span className="-my-1 block">
              <Bar width="30%" />
            </span>
          </div>
        </li>
      ))}
  </ul>
)
