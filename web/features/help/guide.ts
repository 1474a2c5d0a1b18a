/** A node of the guide: text, or an element with its attributes and children. */
export type GuideNode = string | [tag: string, attributes: Record<string, string>, ...content: GuideNode[]]

/** A page of docs/members, as the build reads it (tools/build/guide.ts). */
export type Guide = {
  language: string
  title: string
  intro: GuideNode[]
  /** The ids are the same in every language. */
  sections: { id: string; heading: string; content: GuideNode[] }[]
  /** The URLs of the pictures, by their paths in the page. */
  pictures: Record<string, string>
}
