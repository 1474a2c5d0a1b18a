import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { User } from '#contract/users.ts'
import { mentionedIds, namesAt, renamedIn, unknownNames } from './mention-names.ts'

const member = (name: string, id = name): User =>
  ({ id, preferred_name: name, first_name: '', family_name: '', email: `${id}@example.com`, is_active: true }) as User

const team = [
  'Ann',
  'Annabel',
  'Dan',
  '佐藤',
  '佐藤 花子',
  '田中',
  'はな',
  'O’Brien',
  'Jean',
  'Jean-Luc',
  'René',
  'Bo',
].map((name) => member(name))

describe('a typed name', () => {
  it.each([
    ['@Annabel please look', ['Annabel']],
    ['@Ann please look', ['Ann']],
    ['@ann, please look', ['Ann']],
    ['thanks @Ann', ['Ann']],
    ['(@Ann)', ['Ann']],
    ["@Ann’s branch and @Ann's tests", ['Ann']],
    ['@Ann: @Dan', ['Ann', 'Dan']],
    ['@Ann@Dan', ['Ann']],
    ['see @Danish pastry', []],
    ['@Anna, who is not here', []],
    ['@Ann2 and @Ann_b', []],
    ['@Annabelle', []],
    ['mail to x@Ann or x_@Dan', []],
    ['@佐藤 花子 お願いします', ['佐藤 花子']],
    ['@佐藤 お願いします', ['佐藤']],
    ['@佐藤さん、お願いします', ['佐藤']],
    ['@佐藤、@田中さん', ['佐藤', '田中']],
    ['確認は@佐藤さんへ', ['佐藤']],
    ['@はなさん', ['はな']],
    ['@O’Brien', ['O’Brien']],
    ['@Jean-Luc!', ['Jean-Luc']],
    ['@Jean-Pierre', []],
    ['@Jean - please', ['Jean']],
    ['@Rene\u0301 et @Dan', ['René', 'Dan']],
    ['@Rene', []],
    ['@Boお願い', ['Bo']],
    ['@', []],
    ['', []],
  ])('the typed text "%s" mentions the members %j', (body, names) =>
    expect(mentionedIds(body, [], team).toSorted()).toEqual(names.toSorted()),
  )

  it('a typed name mentions all members with that name', () =>
    expect(mentionedIds('@Ann', [], [member('Ann', '1'), member('Ann', '2')])).toEqual(['1', '2']))

  it('a typed name does not mention a deactivated member', () =>
    expect(mentionedIds('@Ann', [], [{ ...member('Ann'), is_active: false }])).toEqual([]))

  it('a typed name inside a longer word mentions nobody', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zà-öø-ÿ0-9_]{1,12}$/u),
        fc.constantFrom('Ann', 'Dan', 'Jean'),
        (rest, name) => {
          const mentioned = mentionedIds(`@${name}${rest} hello`, [], team)
          const known = team.find(({ id }) => id.toLowerCase() === `${name}${rest}`.toLowerCase())
          expect(mentioned).toEqual(known ? [known.id] : [])
        },
      ),
    ))
})

describe('a picked name', () => {
  const namesakes = [member('Ann', 'sales'), member('Ann', 'support'), member('Annabel')]
  const pick = (id: string) => ({ id, name: 'Ann' })

  it('a picked name mentions the picked member, not a namesake', () =>
    expect(mentionedIds('@Ann please', [pick('support')], namesakes)).toEqual(['support']))

  it('two picked namesakes are both mentioned', () =>
    expect(mentionedIds('@Ann and @Ann', [pick('support'), pick('sales')], namesakes)).toEqual(['support', 'sales']))

  it('the last picked namesake is mentioned after an earlier one was removed from the text', () =>
    expect(mentionedIds('@Ann', [pick('support'), pick('sales')], namesakes)).toEqual(['sales']))

  it('a picked name mentions nobody after it was removed from the text', () =>
    expect(mentionedIds('please look', [pick('support')], namesakes)).toEqual([]))

  it("a picked name that is extended to a longer name mentions the longer name's member", () =>
    expect(mentionedIds('@Annabel', [pick('support')], namesakes)).toEqual(['Annabel']))

  it('a picked name mentions its member although the member has been renamed since', () =>
    expect(mentionedIds('@Old Name, please', [{ id: 'Ann', name: 'Old Name' }], team)).toEqual(['Ann']))

  it('a picked name mentions its member even if Japanese text follows without a space', () =>
    expect(mentionedIds('@田中山', [{ id: '田中', name: '田中' }], team)).toEqual(['田中']))
})

describe('the offered names', () => {
  it('an @ after Japanese text without a space offers names', () =>
    expect(namesAt('確認は@田', team, []).people.map(({ id }) => id)).toEqual(['田中']))

  const hanako = { ...member('佐藤 花子', 'hanako'), first_name: '花子', family_name: '佐藤' }
  it.each(['@hana', '@Hanako', '@花子', '@佐藤花', '@佐藤'])(
    'the typed text %s offers the member with that name or email address',
    (before) => expect(namesAt(before, [hanako], []).people).toEqual([hanako]),
  )

  it('the domain that all email addresses share offers no names', () =>
    expect(namesAt('@example', [hanako], []).people).toEqual([]))

  it('members found by name are offered before those found by email address', () =>
    expect(namesAt('@an', [member('Bo', 'anja'), member('Ann', 'x')], ['anja']).people.map(({ id }) => id)).toEqual([
      'x',
      'anja',
    ]))

  it('an @ within an email address offers no names', () => expect(namesAt('mail me@Da', team, []).people).toEqual([]))
})

describe('unknown names', () => {
  it.each([
    ['please look, @hana', ['@hana']],
    ['@hana と @hana と @taro へ', ['@hana', '@taro']],
    ['@Ann, @佐藤さん and @Jean-Luc!', []],
    ['@鈴木さん、お願いします', ['@鈴木']],
    ['mail to me@example.com', []],
    ['@types/node at @10:00, @', []],
  ])('the unknown names in "%s" are %j', (text, names) => expect(unknownNames(text, team)).toEqual(names))

  it('a deactivated member’s name is unknown, and an active member’s name is known', () =>
    fc.assert(
      fc.property(fc.constantFrom(...team), fc.boolean(), (who, isActive) => {
        const unknown = unknownNames(`@${who.preferred_name} お願いします`, [{ ...who, is_active: isActive }])
        expect(unknown).toHaveLength(isActive ? 0 : 1)
      }),
    ))
})

describe('an edited comment that mentions a renamed member', () => {
  const toru = member('新しい名前', 'toru')
  const before = { body: '@小野寺 徹 確認\n続き', mentions: ['toru'] }

  it.each([
    ['the mention of a renamed member stays if other lines change', '@小野寺 徹 確認\n続きの続き', before, ['toru']],
    ['the mention of a renamed member is removed with its line', '続き', before, []],
    [
      'the current name of a member in the edited text is a mention',
      '@新しい名前 確認',
      { ...before, body: '@新しい名前 確認' },
      [],
    ],
  ])('%s', (_what, text, comment, ids) => expect(renamedIn(text, comment, [toru])).toEqual(ids))
})
