import { channels } from '../../../preload/ipc/transport/channels.ts';
import { electronDouble } from '../desktop/electron-double.ts';
import { Order } from './orders.ts';
import { utilityProcess } from './utility-process.ts';

/**
 * The `electron` module of an application that runs on plain Node: the fake, controlled by the test over IPC. Exits the process where Electron
 * would.
 */
const double = electronDouble('starting');
const { app } = double;
export const electron = double.module;
const resources = process.env['STAND_IN_RESOURCES'];
app.isPackaged = resources !== undefined;
Object.assign(process, { resourcesPath: resources ?? '' });
Object.assign(electron, { utilityProcess });
app.exit = (code) => process.exit(code);
app.relaunch = ((options: { readonly args: readonly string[] }) => {
  process.send?.({ relaunch: options.args });
}) as typeof app.relaunch;
app.on('before-quit', () => setImmediate(() => app.hasQuit && process.exit(0)));

process.on('message', (raw) => {
  const order = Order.parse(raw);
  void obey(order).then((answer) => process.send?.({ id: order.id, answer: answer ?? null }));
});

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'call': {
      const sender = { mainFrame: { url: 'tandem-window://app/' } };
      const event = { sender, senderFrame: sender.mainFrame };
      return double.ipcMain.handlers.get(channels.call)?.(event, order.name, order.input) ?? null;
    }
    case 'look':
      return {
        windows: double.windows.map(({ loaded }) => loaded),
        trays: double.trays.length,
        notifications: double.notifications.map(({ options }) => options.title ?? ''),
      };
    case 'page': {
      const answer = await double.system.servePage?.(new Request(`tandem-window://app${order.path}`));
      return answer === undefined ? null : { status: answer.status, text: await answer.text() };
    }
    case 'drop-on-dock':
      return void app.emit('open-file', { preventDefault: () => undefined }, order.file);
    case 'make-a-fault':
      return void setImmediate(() => {
        throw new TypeError('a fault that was made on purpose');
      });
    case 'quit':
      app.quit();
      return null;
    case 'end-session':
      double.endSession();
      return void process.kill(process.pid, 'SIGKILL');
  }
}
