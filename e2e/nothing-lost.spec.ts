import { editors } from './nothing-lost-editors.ts'
import { type Situation, situations } from './nothing-lost-situations.ts'
import { ownContext, test } from './test.ts'

// Tests that no typed text is lost: each editor in each situation.

/** Tests that set the clock or freeze the page need their own context, because neither can be undone. */
const testOf = ({ changesPage }: Situation) => (changesPage ? ownContext : test)

for (const editor of editors)
  test.describe(editor.name, () => {
    for (const situation of situations.filter(({ isOfQueue }) => !isOfQueue || editor.queued))
      testOf(situation)(
        `the typed text (${editor.name}) survives the situation "${situation.name}"`,
        async ({ page, context, member }) => {
          const address = await editor.prepare(member)
          await situation.run({ editor, page, context, member, address })
        },
      )
  })
