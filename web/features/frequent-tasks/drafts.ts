import { formDraftKind } from '../../api/use-kept-form.ts'
import { openDrafts } from '../../storage/drafts/draft.ts'

export const taskDrafts = openDrafts({ ...formDraftKind, name: 'asakai_tasks' })
