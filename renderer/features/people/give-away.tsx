import { FolderOutput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '../../components/overlay/dialog-button.tsx';
import { FormDialog } from '../../components/overlay/form-dialog.tsx';
import type { ListSteps } from '../../parts/list-page.tsx';
import { PersonField } from '../../parts/person-field.tsx';
import { callService, useServiceAction } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';
import type { User } from './user.ts';

type About = Pick<ListSteps, 'onTell'> & { readonly user: User };

/** Transfers everything a user owns to someone else, so that the account can be deleted separately. */
export function GiveAway(about: About): ReactNode {
  return (
    <DialogButton icon={FolderOutput} label={texts.people.giveAway}>
      {(close) => <GiveAwayDialog {...about} onClose={close} />}
    </DialogButton>
  );
}

const fields = ['owned_by'];

function GiveAwayDialog({ user: { id, name = '' }, onTell, onClose }: About & { onClose: () => void }): ReactNode {
  const [to, setTo] = useState<string | null>(null);
  const words = texts.people;
  const give = useServiceAction((bridge) =>
    callService(bridge, 'transferContent', {
      params: { user_id: id },
      query: { fields: 'name,owned_by' },
      body: { owned_by: { id: to ?? '' } },
    }),
  );
  return (
    <FormDialog
      title={words.giveAwayTitle(name)}
      fields={fields}
      sending={give}
      action={words.giveAwayAction}
      isReady={to !== null}
      onSent={(folder) => {
        onClose();
        onTell({ sentence: words.givenAway(name, folder.owned_by?.name ?? '', folder.name ?? ''), undo: null });
      }}
      onClose={onClose}
    >
      <p>{words.giveAwayDetail(name)}</p>
      <PersonField name="owned_by" label={words.giveAwayTo} onChoose={setTo} />
    </FormDialog>
  );
}
