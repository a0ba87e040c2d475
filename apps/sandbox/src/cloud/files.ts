/** A file in the storage of one user, which only one app sees. */
export interface CloudFile {
  id: string
  /** The user and the app it belongs to. */
  owner: string
  name: string
  content: string
}

/** The files of a simulated cloud storage, oldest first. */
export interface CloudFiles {
  list(owner: string): CloudFile[]
  find(owner: string, id: string): CloudFile | undefined
  add(file: CloudFile): void
  remove(owner: string, id: string): boolean
}

/** Keeps files in memory; `changed` gets all of them after each change. */
export function createCloudFiles(
  saved: readonly CloudFile[] = [],
  changed: (files: readonly CloudFile[]) => void = () => undefined,
): CloudFiles {
  let files = [...saved]
  const list = (owner: string) => files.filter((file) => file.owner === owner)
  return {
    list,
    find: (owner, id) => list(owner).find((file) => file.id === id),
    add: (file) => {
      files.push(file)
      changed(files)
    },
    remove: (owner, id) => {
      const kept = files.filter((file) => file.owner !== owner || file.id !== id)
      const isRemoved = kept.length < files.length
      files = kept
      if (isRemoved) changed(files)
      return isRemoved
    },
  }
}

/** What a stale read answers: what was there before `file`, or nothing when it is the first. */
export function staleOf(files: CloudFiles, file: CloudFile): CloudFile | undefined {
  const all = files.list(file.owner)
  return all[all.indexOf(file) - 1]
}
