/** A page of a list. */
export interface Page<T> {
  data: T[]
  /** Where the next page begins; null at the end. */
  next_cursor: string | null
}

/** A list: `for await` gives one entry after another, across pages; `await` the first page. */
export interface Pages<T> extends AsyncIterable<T>, PromiseLike<Page<T>> {
  /** One page after another. */
  pages(): AsyncIterable<Page<T>>
}

/** A list that asks for its pages when they are needed. @param read The page that begins at a cursor; undefined is the first. */
export function pagesOf<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Pages<T> {
  async function* pages() {
    let cursor: string | undefined
    do {
      const page = await read(cursor)
      yield page
      cursor = page.next_cursor ?? undefined
    } while (cursor)
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data
    },
    // biome-ignore lint/suspicious/noThenProperty: `await list()` is the first page, as other back-end clients have it
    then: (onPage, onError) => read(undefined).then(onPage, onError),
  }
}
