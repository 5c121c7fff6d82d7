/** A node below another one, with the folder that it was found in. */
export type Below<Id> = { readonly id: Id; readonly folder: Id };

export type Child<Id> = { readonly id: Id; readonly isFolder: boolean };

/**
 * Everything below a node, each folder after its contents. A folder is read when its turn comes: nodes that have been handed over may be removed
 * in between.
 */
export function* deepestFirst<Id>(top: Id, childrenOf: (folder: Id) => readonly Child<Id>[]): Generator<Below<Id>> {
  const seen = new Set([top]);
  const levels = [{ folder: top, children: childrenOf(top), next: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const child = level.children[level.next];
    level.next += 1;
    if (child === undefined) {
      levels.pop();
      const above = levels.at(-1);
      if (above !== undefined) yield { id: level.folder, folder: above.folder };
    } else if (!child.isFolder) yield { id: child.id, folder: level.folder };
    else if (!seen.has(child.id)) {
      seen.add(child.id);
      levels.push({ folder: child.id, children: childrenOf(child.id), next: 0 });
    }
  }
}
