import type { Deployment } from '#contract/deployment.ts'
import { api } from '../api/client.ts'

/** Fetches what this server offers: the ways to sign in, the services, mail. Visitors may fetch it, too. */
export const fetchDeployment = () => api.anonymous.get<Deployment>('/deployment')

/** The query for members' screens. The screens before sign-in use `useDeployment`, which needs no query client. */
export const deploymentQuery = { queryKey: ['deployment'], queryFn: fetchDeployment }
