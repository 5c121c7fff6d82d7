import { Star, StarOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useNow } from '../../state/hooks/use-now.ts';
import { setFavourite, useFavourites } from '../../state/items/favourites.ts';
import { changedAtMs, type Item, keyOf, nameOf } from '../../state/items/item.ts';
import { useServiceAction } from '../../state/service/service.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { ItemListPage } from './item-list.tsx';
import { ItemRow } from './item-row.tsx';

/** Files, folders and bookmarks that the person marked. */
export function FavouritesPage(): ReactNode {
  const { favourites, noFavourites, noFavouritesDetail } = texts.library;
  return (
    <ItemListPage
      title={favourites}
      list={useFavourites()}
      empty={{ icon: Star, title: noFavourites, detail: noFavouritesDetail }}
    >
      {(item) => <FavouriteRow key={keyOf(item)} item={item} />}
    </ItemListPage>
  );
}

function FavouriteRow({ item }: { item: Item }): ReactNode {
  const nowMs = useNow(60_000);
  const tell = useToast();
  const name = nameOf(item);
  const remove = useServiceAction((bridge) => setFavourite(bridge, item, false));
  const changed = changedAtMs(item);
  return (
    <ItemRow item={item} facts={[changed === null ? null : texts.library.changed(formatWhen(changed, nowMs))]}>
      <ErrorMessage error={remove.error} />
      <Button
        kind="ghost"
        icon
        aria-label={texts.library.removeOf(name)}
        isDisabled={remove.isPending}
        onPress={() =>
          remove.mutate(undefined, {
            onSuccess: () =>
              tell({
                sentence: texts.library.removed(name),
                undo: (bridge) => setFavourite(bridge, item, true),
              }),
          })
        }
      >
        <StarOff aria-hidden className="size-4" />
      </Button>
    </ItemRow>
  );
}
