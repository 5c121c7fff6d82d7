import { Calendar, Download, Lock, type LucideIcon } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '../../../../components/controls/button.tsx';
import { Switch } from '../../../../components/controls/choices/switch.tsx';
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx';
import { Field } from '../../../../components/form/field.tsx';
import type { Item } from '../../../../state/items/item.ts';
import { useServiceAction } from '../../../../state/service/service.ts';
import { localMoment, wireMoment } from '../../../../texts/dates.ts';
import { texts } from '../../../../texts/texts.ts';
import { type LinkRequest, type SharedLink, setLink } from './set-link.ts';

type Setting = { readonly item: Item; readonly link: SharedLink };

/** The password of a shared link. It is never shown again: the service stores only a hash. */
export function PasswordRow({ item, link }: Setting): ReactNode {
  return (
    <ValueRow
      icon={Lock}
      label={texts.details.linkPassword}
      detail={texts.details.linkPasswordDetail}
      item={item}
      isSet={link.is_password_enabled}
      field={{
        label: link.is_password_enabled ? texts.details.linkNewPassword : texts.details.linkPassword,
        type: 'password',
        saved: '',
        example: link.is_password_enabled ? '••••••••' : '',
      }}
      requestOf={(password) => ({ password })}
    />
  );
}

/** When the link stops working. */
export function ExpiryRow({ item, link }: Setting): ReactNode {
  const ends = link.unshared_at ?? null;
  return (
    <ValueRow
      icon={Calendar}
      label={texts.details.linkEnds}
      detail={texts.details.linkEndsDetail}
      item={item}
      isSet={ends !== null}
      field={{ label: texts.details.linkEnds, type: 'datetime-local', saved: localMoment(ends), example: '' }}
      requestOf={(end) => ({ unshared_at: end === null ? null : wireMoment(end) })}
    />
  );
}

/** Whether people may download through the link. */
export function DownloadRow({ item, isOn }: { item: Item; isOn: boolean }): ReactNode {
  const change = useServiceAction((bridge, can_download: boolean) =>
    setLink(bridge, item, { permissions: { can_download } }),
  );
  return (
    <Row
      icon={Download}
      label={texts.details.linkDownload}
      detail={texts.details.linkDownloadDetail}
      isOn={change.isPending ? change.variables : isOn}
      onSwitch={(wanted) => change.mutate(wanted)}
      isPending={change.isPending}
      error={change.error}
    />
  );
}

type RowTexts = { readonly icon: LucideIcon; readonly label: string; readonly detail: string };

type ValueField = {
  readonly label: string;
  readonly type: 'password' | 'datetime-local';
  /** The value to start from. */
  readonly saved: string;
  readonly example: string;
};

/** A setting with a value: its switch opens the field, and removes a value that is there. */
function ValueRow({
  item,
  isSet,
  field,
  requestOf,
  ...words
}: RowTexts & {
  readonly item: Item;
  readonly isSet: boolean;
  readonly field: ValueField;
  readonly requestOf: (value: string | null) => LinkRequest;
}): ReactNode {
  const change = useServiceAction((bridge, value: string | null) => setLink(bridge, item, requestOf(value)));
  /** How often the field was opened by its switch or emptied by a save, which both give it the focus. */
  const [turns, setTurns] = useState(0);
  const isOn = change.isPending ? change.variables !== null : isSet || turns > 0;
  const onSwitch = (wanted: boolean): void => {
    setTurns(wanted ? turns + 1 : 0);
    if (!wanted && isSet) change.mutate(null);
    else change.reset();
  };
  return (
    <Row {...words} isOn={isOn} onSwitch={onSwitch} isPending={change.isPending} error={change.error}>
      {isOn && (
        <ValueForm
          key={`${turns} ${field.saved}`}
          {...field}
          isFirst={turns > 0}
          isPending={change.isPending}
          onSave={(value) => change.mutate(value, { onSuccess: () => setTurns(turns + 1) })}
        />
      )}
    </Row>
  );
}

function ValueForm({
  saved,
  isPending,
  onSave,
  ...field
}: ValueField & {
  readonly isFirst: boolean;
  readonly isPending: boolean;
  readonly onSave: (value: string) => void;
}): ReactNode {
  const [value, setValue] = useState(saved);
  const canSave = value !== '' && value !== saved;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (canSave) onSave(value);
  };
  return (
    <form onSubmit={submit} className="order-1 flex basis-full gap-2 ps-7 @md:order-none @md:basis-auto @md:ps-0">
      <div className="min-w-0 flex-1 @md:w-50 @md:flex-none [&_input]:w-full [&_input]:min-w-0">
        <Field {...field} isLabelHidden value={value} onChange={setValue} />
      </div>
      {canSave && (
        <Button type="submit" isBusy={isPending}>
          {texts.details.save}
        </Button>
      )}
    </form>
  );
}

/** One setting: what it is, its value if it has one, and its switch; below it the reason why a change was refused. */
function Row({
  icon: Icon,
  label,
  detail,
  isOn,
  onSwitch,
  isPending,
  error,
  children,
}: RowTexts & {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  readonly isPending: boolean;
  readonly error: { readonly message: string; readonly remedy?: string } | null;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 py-1 @md:flex-nowrap">
        <Icon aria-hidden className="size-4 shrink-0 text-dim" strokeWidth={1.75} />
        <div className="min-w-0 flex-[1_1_7rem] @md:basis-0">
          <p className="text-dense">{label}</p>
          <p className="text-dim text-small">{detail}</p>
        </div>
        {children}
        <Switch label={label} isOn={isOn} isBusy={isPending} onChange={onSwitch} />
      </div>
      <ErrorMessage error={error} />
    </li>
  );
}
