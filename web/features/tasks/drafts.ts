import { formDraftKind } from '../../api/use-kept-form.ts'
import { openDrafts } from '../../lib/drafts/draft.ts'

/** The lists of frequent tasks that were not saved. */
export const taskDrafts = openDrafts({ ...formDraftKind, name: 'asakai_tasks' })
