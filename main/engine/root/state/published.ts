/** Called each round. True: the root's state differs from the one published last. */
export type Published = (isInSync: boolean, isPaused: boolean) => boolean;

export function createPublished(): Published {
  let last = { isInSync: false, isPaused: false };
  return (isInSync, isPaused) => {
    const hasChanged = last.isInSync !== isInSync || last.isPaused !== isPaused;
    last = { isInSync, isPaused };
    return hasChanged;
  };
}
