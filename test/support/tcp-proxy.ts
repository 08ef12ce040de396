import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface TcpProxy {
  readonly port: number;
  /** Ends all connections and refuses new ones while it is set. */
  refuse(refuses: boolean): void;
  /** Accepts connections and passes nothing on while it is set. */
  silence(silent: boolean): void;
  /** Called with each piece that a client sends. */
  onSent: (text: string) => void;
}

/** Passes connections on to a server of this machine, until the test is done. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  let [refuses, silent] = [false, false];
  const pairs = new Set<Socket>();
  const server = createServer((client) => {
    if (refuses) return void client.destroy();
    const upstream = connect(target);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      pairs.add(from);
      from.on("error", () => {});
      from.on("close", () => {
        pairs.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => {
        if (from === client) proxy.onSent(bytes.toString("latin1"));
        if (!silent && !to.destroyed) to.write(bytes);
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of pairs) socket.destroy();
  };
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    refuse(now) {
      refuses = now;
      if (now) cut();
    },
    silence(now) {
      silent = now;
    },
    onSent: () => {},
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return proxy;
}
