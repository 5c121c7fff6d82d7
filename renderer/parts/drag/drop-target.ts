import type { DropDestination } from '../../state/uploads/upload-batch.ts';

/** A folder under the pointer, for rows of a list and for files from the desktop. */
export type DropTarget = DropDestination & {
  readonly element: HTMLElement;
  /** The known folders above it, by id. */
  readonly above: readonly string[];
  /** False: the role doesn't allow new items in it. */
  readonly mayAdd: boolean;
  /** Opens when the pointer rests on it. */
  readonly opens: boolean;
  /** Not a folder of the service: a folder from the desktop is added as a synced one. */
  readonly adds: boolean;
};

export type DropData = Readonly<
  Partial<Record<`data-drop-${'folder' | 'name' | 'above' | 'refused' | 'opens'}`, string>>
>;

/** The attributes of an element that is a drop target. */
export function dropData(
  folder: DropDestination,
  of: Partial<Pick<DropTarget, 'above' | 'mayAdd' | 'opens'>>,
): DropData {
  return {
    'data-drop-folder': folder.folderId,
    'data-drop-name': folder.name,
    ...(of.above === undefined ? {} : { 'data-drop-above': of.above.join(' ') }),
    ...(of.mayAdd === false ? { 'data-drop-refused': '' } : {}),
    ...(of.opens === true ? { 'data-drop-opens': '' } : {}),
  };
}

/** The innermost drop target at the target of an event; null: there is none. */
export function dropTargetAt(at: EventTarget | null): DropTarget | null {
  const element = at instanceof Element ? at.closest<HTMLElement>('[data-drop-folder]') : null;
  if (element === null) return null;
  const { dropFolder = '', dropName = '', dropAbove = '', dropRefused, dropOpens, dropAdds } = element.dataset;
  return {
    element,
    folderId: dropFolder,
    name: dropName,
    above: dropAbove.split(' '),
    mayAdd: dropFolder !== '' && dropRefused === undefined,
    opens: dropOpens !== undefined,
    adds: dropAdds !== undefined,
  };
}

/** Highlights one target; the element's own style draws it. */
export function markTarget(target: DropTarget | null): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop-target]')) {
    if (marked !== target?.element) delete marked.dataset['dropTarget'];
  }
  if (target !== null) target.element.dataset['dropTarget'] = '';
}
