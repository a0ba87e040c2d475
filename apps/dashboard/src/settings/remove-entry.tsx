/** The last row of an entry of a list: takes the entry out of it. `label` names the entry. */
export function RemoveEntry({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <div className="entry-end">
      <button type="button" className="button quiet" aria-label={label} onClick={onRemove}>
        Remove
      </button>
    </div>
  )
}
