import { describe, expect, it } from "vitest";
import { ownAddress } from "./loopback.ts";

const asked = new URL("http://anything/projects/p1?at=5");
const at = (host: string | null, webUrl?: string) => ownAddress(asked, host, webUrl);

describe("another name of this machine", () => {
  it.each(["127.0.0.1:3000", "[::1]:3000", "0.0.0.0:3000"])(
    "leads from %s to the page's own address",
    (host) => {
      expect(at(host, "http://localhost:3000")).toBe("http://localhost:3000/projects/p1?at=5");
    },
  );

  it("is left alone where it is the own one, another port, a real host, or nothing is known", () => {
    expect(at("localhost:3000", "http://localhost:3000")).toBeNull();
    expect(at("127.0.0.1:4000", "http://localhost:3000")).toBeNull();
    expect(at("10.0.0.7:3000", "http://localhost:3000")).toBeNull();
    expect(at("127.0.0.1:3000", "https://cutroom.example")).toBeNull();
    expect(at("127.0.0.1:3000")).toBeNull();
    expect(at(null, "http://localhost:3000")).toBeNull();
    expect(at("not a host", "http://localhost:3000")).toBeNull();
  });
});
