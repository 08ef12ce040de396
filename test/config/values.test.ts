import { describe, expect, it } from "vitest";
import { readCommandLine } from "../../src/config/config.ts";
import { toBlockList } from "../../src/config/values.ts";

const config = (argv: string[], environment: Record<string, string> = {}) => readCommandLine(argv, environment).config;

describe("an empty flag", () => {
  it.each([
    "--host",
    "--bearer",
    "--oauth-audience",
    "--exclude-tools",
    "--tools",
    "--toolsets",
    "--trusted-proxy",
    "--allowed-origins",
    "--rate-limit",
    "--confirm",
    "--public-url",
    "--data",
  ])("is rejected: %s", (flag) => {
    for (const text of ["", " ", "\t"]) {
      const message = `${flag} is empty. Give it a value, or leave the flag out.`;
      expect(() => config([flag, text])).toThrow(message);
      expect(() => config([`${flag}=${text}`])).toThrow(message);
    }
  });
});

describe("an empty variable", () => {
  it.each([
    "COPYDESK_READ_ONLY",
    "COPYDESK_PROPOSE_ONLY",
    "COPYDESK_EXCLUDE_TOOLS",
    "COPYDESK_TOOLS",
    "COPYDESK_BEARER",
    "COPYDESK_OAUTH_ISSUER",
    "COPYDESK_OAUTH_AUDIENCE",
    "COPYDESK_PUBLIC_URL",
    "COPYDESK_TRUSTED_PROXY",
    "COPYDESK_RATE_LIMIT",
    "COPYDESK_CONFIRM",
  ])("does not remove a limit: %s", (variable) => {
    for (const text of ["", " "]) {
      expect(() => config([], { [variable]: text })).toThrow(
        `${variable} is set to nothing, which would drop the limit. Give it a value, or unset it.`,
      );
    }
  });

  it("counts as not set if the default allows no more", () => {
    const names = ["HOST", "ALLOWED_ORIGINS", "GIT_HOSTS", "PERSONAL_DATA", "TOOLSETS", "BASE_URL"];
    const { host, allowedOrigins, gitHosts, personalData } = config(
      [],
      Object.fromEntries(names.map((name) => [`COPYDESK_${name}`, ""])),
    );
    expect(host).toEqual({ value: "127.0.0.1", source: "default" });
    expect([allowedOrigins.value, gitHosts.value, personalData.value]).toEqual([[], [], "masked"]);
  });

  it("counts as not set if a bundle's host left its placeholder", () => {
    expect(config([], { COPYDESK_READ_ONLY: "$" + "{user_config.read_only}" }).readOnly.source).toBe("default");
  });
});

it.each([",", " , ", ",,"])("an empty list is rejected: %j", (text) => {
  for (const flag of ["--exclude-tools", "--tools", "--toolsets", "--trusted-proxy", "--allowed-origins"]) {
    expect(() => config([flag, text])).toThrow(`${flag} names nothing`);
  }
  expect(() => config([], { COPYDESK_EXCLUDE_TOOLS: text })).toThrow("COPYDESK_EXCLUDE_TOOLS names nothing");
});

it("a limit that is given twice is rejected, because one of them would be lost", () => {
  expect(() => config(["--exclude-tools", "merge_change_request", "--exclude-tools", "delete_operation"])).toThrow(
    "--exclude-tools is given twice. Give it once; lists are separated by commas.",
  );
  expect(config(["--read-only", "--port", "1", "--read-only", "--port", "2"]).port.value).toBe(2);
});

it.each(["yes", "TRUE", "1", "On"])("COPYDESK_READ_ONLY=%s is on", (text) => {
  expect(config([], { COPYDESK_READ_ONLY: text }).readOnly.value).toBe(true);
});

it.each(["maybe", "truee", "2", " true", "ja"])("COPYDESK_READ_ONLY=%j is rejected, not off", (text) => {
  expect(() => config([], { COPYDESK_READ_ONLY: text })).toThrow("COPYDESK_READ_ONLY must be true or false");
});

describe("--host", () => {
  it.each(["127.0.0.1", "0.0.0.0", "::1", "::", "fe80::1%eth0", "localhost", "docs.internal"])("accepts %s", (host) => {
    expect(config(["--host", host]).host.value).toBe(host);
  });

  it.each(["*", "127.0.0.1:7337", "http://localhost", "[::1]", "a b", "-", "localhost/x"])("rejects %j", (host) => {
    expect(() => config([`--host=${host}`])).toThrow("--host must be a host name or an address");
  });
});

describe("--database", () => {
  const url = (text: string) => config([], { COPYDESK_DATABASE: text }).database.value;

  it.each([
    "postgres://copydesk:p%40ss%2Fw%23rd%25@db.example.com:5432/docs",
    "postgresql://copydesk@%2Fvar%2Frun%2Fpostgresql/docs",
    "postgres:///docs?host=/var/run/postgresql&user=copydesk",
    "postgres://copydesk@db/docs?sslmode=verify-full&sslrootcert=/etc/ca.pem&options=-csearch_path%3Ddocs",
  ])("takes %s", (text) => {
    expect(url(text)).toBe(text);
  });

  it.each([
    "mysql://copydesk:hidden@db/docs",
    "postgres://copydesk:hidden@db",
    "postgres://copydesk:hidden/word@db/docs",
    "postgres://copydesk:hi@dden/word#rest@db/docs",
    "postgres://copydesk:hi@dden/word?rest@db/docs",
    "postgres://copydesk:1/hidden@db/docs",
    "postgres://copydesk:%E9hidden@db/docs",
    "postgres://copydesk:hidden@%2Ftmp%zz/docs",
  ])("refuses %s, saying how to write it without repeating it", (text) => {
    expect(() => url(text)).toThrow(/^COPYDESK_DATABASE must be a postgres URL, .* @ is %40/);
    expect(() => url(text)).not.toThrow(/hi@?dden/);
  });

  it.each([
    ["schema=tenant", /"schema", which is not supported\. .*search_path%3D.* Options are .*sslmode/],
    ["ssl=true", /"ssl", which is not supported\. Use sslmode=verify-full or sslmode=require/],
    ["sslnegotiation=direct", /"sslnegotiation", which is not supported\. Use sslmode=verify-full or sslmode=require/],
    ["statement_timeout=5", /"statement_timeout", which is not supported\. .*options=-cstatement_timeout%3D/],
    ["sslmode=require&channel_binding=require", /"channel_binding", .*Remove it, and use sslmode=verify-full/],
    ["connect_timeout=10", /"connect_timeout", which is not supported\. Remove it\. Options are/],
  ])("refuses the option of ?%s, saying what to do instead", (options, message) => {
    expect(() => url(`postgres://copydesk:hidden@db/docs?${options}`)).toThrow(message);
    expect(() => url(`postgres://copydesk:hidden@db/docs?${options}`)).not.toThrow(/no effect|hidden/);
  });

  it.each(["password=abc&hidden", "password=abc&toString=hidden", "hidden=1"])(
    "refuses ?%s without repeating what may be a piece of a password",
    (options) => {
      expect(() => url(`postgres://db/docs?${options}`)).toThrow(
        /^COPYDESK_DATABASE: the URL has an option that is not supported\. .*encode & as %26/,
      );
      expect(() => url(`postgres://db/docs?${options}`)).not.toThrow(/hidden|toString|abc/);
    },
  );
});

describe("--bearer", () => {
  it("rejects a long one of few characters, without repeating it", () => {
    expect(() => config(["--bearer", "abababababababababababab"])).toThrow(/^--bearer must have 20 [^b]*8 of them/);
    expect(() => config(["--bearer", "abababababababababababab"])).not.toThrow(/abab/);
  });
});

describe("--trusted-proxy", () => {
  it("accepts addresses and networks of either kind", () => {
    const { trustedProxy } = config(["--trusted-proxy", "10.0.0.5, 10.1.0.0/16,fd00::/8,::1"]);
    expect(trustedProxy.value).toEqual(["10.0.0.5", "10.1.0.0/16", "fd00::/8", "::1"]);
    const list = toBlockList(trustedProxy.value);
    expect(["10.0.0.5", "10.0.0.6", "10.1.255.1", "10.2.0.0"].map((address) => list.check(address, "ipv4"))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(["fd12::1", "::1", "::2"].map((address) => list.check(address, "ipv6"))).toEqual([true, true, false]);
  });

  it.each([
    "localhost",
    "proxy.example.com",
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0",
    "10.0.0.1:80",
    "*",
    "10.0.0.5;10.0.0.6",
    "loopback",
  ])("rejects %s", (text) => {
    expect(() => config(["--trusted-proxy", text])).toThrow(
      `--trusted-proxy takes addresses and networks, such as 10.0.0.5 or 10.1.0.0/16, separated by commas, not "${text}".`,
    );
  });

  it.each(["0.0.0.0/0", "::/0"])("rejects every address: %s", (text) => {
    expect(() => config(["--trusted-proxy", text])).toThrow("--trusted-proxy must not be every address");
  });
});

describe("--allowed-origins", () => {
  it.each([
    ["http://localhost:6274", "http://localhost:6274"],
    ["HTTP://LocalHost:6274/", "http://localhost:6274"],
    ["https://docs.example.com:443", "https://docs.example.com"],
    ["chrome-extension://abcdef", "chrome-extension://abcdef"],
    ["http://[::1]:6274", "http://[::1]:6274"],
  ])("accepts %s as browsers write it", (text, origin) => {
    expect(config(["--allowed-origins", text]).allowedOrigins.value).toEqual([origin]);
  });

  it.each([
    "*",
    "null",
    "localhost:6274",
    "localhost",
    "http://",
    "http://*.example.com",
    "http://localhost:6274/page",
    "http://localhost?x",
    "http://localhost#x",
    "http://user@localhost",
    "file:///srv",
    "data:text/html,x",
    "http://[::1",
    "http:\\\\localhost",
  ])("rejects %s", (text) => {
    expect(() => config(["--allowed-origins", text])).toThrow(/^--allowed-origins takes origins of web pages/);
  });
});
