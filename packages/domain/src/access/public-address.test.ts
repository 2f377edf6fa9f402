import { describe, expect, it } from "vitest";
import { isPublicAddress, refuseCallTarget } from "./public-address.ts";

describe("public addresses", () => {
  it.each([
    ["127.0.0.1"],
    ["10.1.2.3"],
    ["172.31.255.255"],
    ["192.168.0.1"],
    ["169.254.169.254"],
    ["100.64.0.1"],
    ["0.0.0.0"],
    ["224.0.0.1"],
    ["255.255.255.255"],
    ["::1"],
    ["::"],
    ["fe80::1%eth0"],
    ["fd00::1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:7f00:1"],
    ["64:ff9b::7f00:1"],
    ["64:ff9b::10.0.0.1"],
    ["2002:7f00:1::"],
    ["2001:db8::1"],
    ["not an address"],
    ["1.2.3"],
    ["1.2.3.4.5"],
    ["::ffff:1.2.3.400"],
    ["1::2::3"],
  ])("do not include %s (F127)", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ["1.1.1.1"],
    ["172.32.0.1"],
    ["100.128.0.1"],
    ["2606:4700:4700::1111"],
    ["[2606:4700:4700::1111]"],
    ["::ffff:8.8.8.8"],
    ["64:ff9b::8.8.8.8"],
  ])("include %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("a URL that a tenant wants called", () => {
  it.each([
    ["http://example.com/"],
    ["https://user:pass@example.com/"],
    ["https://2130706433/"],
    ["https://0x7f.1/"],
    ["https://127.0.0.1:8080/"],
    ["https://[::ffff:127.0.0.1]/"],
    ["https://[64:ff9b::7f00:1]/"],
    ["https://localhost./"],
    ["https://db.internal/"],
    ["https://printer/"],
    ["file:///etc/passwd"],
  ])("is refused at registration: %s (F127)", (url) => {
    expect(refuseCallTarget(new URL(url), false)).not.toBeNull();
  });

  it("may be any public https name, and on one's own machine also a local one", () => {
    expect(refuseCallTarget(new URL("https://hooks.example.com/cutroom?x=1"), false)).toBeNull();
    expect(refuseCallTarget(new URL("http://localhost:3000/hook"), true)).toBeNull();
    expect(refuseCallTarget(new URL("ftp://localhost/"), true)).not.toBeNull();
  });
});
