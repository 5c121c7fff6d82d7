import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Choice } from '../../components/choice.tsx';
import { Facts } from '../../components/facts.tsx';
import { ListBody, ListFrame } from '../../components/list-frame.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { CellText, DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { type Done, useDone } from '../../parts/done-bar.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useChosen } from '../../state/chosen.ts';
import { useMarkerList } from '../../state/marker-list.ts';
import { useSelf } from '../../state/person.ts';
import { callService } from '../../state/service.ts';
import { texts } from '../../style/texts.ts';

type Device = ServiceAnswer<'listDevicePinners'>['entries'][number];

const PAGE_SIZE = 200;
const orders = ['DESC', 'ASC'] as const;

/** The devices that people are signed in on. */
export function DeviceList(): ReactNode {
  const [direction, setDirection] = useState<(typeof orders)[number]>('DESC');
  const [chosen, choose] = useState<string | null>(null);
  const [notice, tell] = useDone();
  const columns = useMemo(() => deviceColumns(), []);
  const enterpriseId = useSelf()?.enterprise?.id;
  const listing = useMarkerList<Device>(
    ['devices', enterpriseId, direction],
    enterpriseId === undefined
      ? null
      : (bridge, marker) =>
          callService(bridge, 'listDevicePinners', {
            params: { enterprise_id: enterpriseId },
            query: { direction, limit: PAGE_SIZE, ...marker },
          }),
  );
  const device = useChosen(listing.entries, chosen);
  const words = texts.connections;
  return (
    <ListFrame
      title={null}
      filters={
        <Choice
          label={words.order}
          options={orders.map((id) => ({ id, label: words.orders[id] }))}
          value={direction}
          onChange={setDirection}
        />
      }
      notice={notice}
      error={listing.error}
      list={
        <ListBody
          listing={listing}
          empty={{ icon: MonitorSmartphone, title: words.noDevices, detail: words.noDevicesDetail }}
        >
          <DataGrid
            label={words.tabs.devices}
            columns={columns}
            entries={listing.entries}
            keyOf={({ id }) => id}
            nameOf={({ product_name: product }) => product}
            chosen={chosen}
            onChoose={choose}
            onNearEnd={listing.more}
          />
        </ListBody>
      }
      panel={
        device === undefined ? null : (
          <DevicePanel key={device.id} device={device} onClose={() => choose(null)} onTell={tell} />
        )
      }
    />
  );
}

function deviceColumns(): readonly GridColumn<Device>[] {
  const { deviceColumns: columns } = texts.connections;
  return [
    { id: 'product', label: columns.product, cell: ({ product_name: product }) => <CellText>{product}</CellText> },
    { id: 'owner', label: columns.owner, isKept: true, cell: ({ owned_by: by }) => <CellText>{by.name}</CellText> },
    { id: 'login', label: columns.login, cell: ({ owned_by: by }) => <CellText isQuiet>{by.login}</CellText> },
  ];
}

function DevicePanel({
  device,
  onClose,
  onTell,
}: {
  device: Device;
  onClose: () => void;
  onTell: (done: Done) => void;
}): ReactNode {
  const { id, product_name: product, owned_by: owner } = device;
  const words = texts.connections;
  const removed = (): void => {
    onClose();
    onTell({ sentence: words.deviceRemoved(product, owner.name), undo: null });
  };
  return (
    <SidePanel label={texts.manage.panelOf(product)} title={product} close={texts.actions.close} onClose={onClose}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [words.deviceColumns.owner, owner.name],
            [words.deviceColumns.login, owner.login],
          ]}
        />
        <div>
          <RemoveButton
            label={words.removeDeviceOf(product)}
            title={words.removeDeviceTitle(product, owner.name)}
            detail={words.removeDeviceDetail}
            action={words.removeDeviceAction}
            act={(bridge) => callService(bridge, 'deleteDevicePinner', { params: { device_pinner_id: id } })}
            onDone={removed}
          >
            {words.removeDevice}
          </RemoveButton>
        </div>
      </div>
    </SidePanel>
  );
}
