/**
 * The reference film of the render benchmark as two other engines make it, where their programs are
 * installed (Debian: `melt`, `ges1.0-tools`). They lay the same clips, dissolves, title and music; blending,
 * levels and encoder settings are their own, so they are compared by time and by the number of frames, not by pixels.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Peer {
  readonly name: "melt" | "ges";
  readonly file: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Where the title lies. */
export interface Title {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const DISSOLVE = ["-mix", "20", "-mixer", "luma", "-mixer", "mix:-1"];

function melt(title: Title): Peer {
  const place = `${title.x}/${title.y}:${title.width}x${title.height}`;
  const args = [
    ["-silent", "-profile", "atsc_720p_30", "0.mp4", "in=15", "out=124"],
    ["1.mp4", "in=5", "out=124", ...DISSOLVE, "2.mp4", "in=5", "out=114", ...DISSOLVE],
    ["-track", "-blank", "29", "title.png", "out=119", "-track", "music.m4a", "out=299"],
    ["-attach-cut", "volume", "gain=-12dB", "-transition", "composite", "in=30", "out=149"],
    ["a_track=0", "b_track=1", `geometry=${place}:100`, "distort=0", "-transition", "mix", "in=0"],
    ["out=299", "a_track=0", "b_track=2", "always_active=1", "sum=1"],
    ["-consumer", "avformat:melt.mp4", "vcodec=libx264", "preset=veryfast", "crf=20"],
    ["acodec=aac", "ab=192k", "ar=48000", "real_time=-2", "threads=2"],
  ].flat();
  return { name: "melt", file: "melt.mp4", program: "melt", args };
}

function ges(): Peer {
  const clip = (file: string, start: string, inpoint: string, duration: string) => {
    const times = [`start=${start}`, `inpoint=${inpoint}`, `duration=${duration}`];
    return ["+clip", file, ...times, "layer=2"];
  };
  const args = [
    clip("0.mp4", "0.0", "0.5", "3.666667"),
    clip("1.mp4", "3.0", "0.166667", "4.0"),
    clip("2.mp4", "6.333333", "0.166667", "3.666667"),
    ["+clip", "title.png", "start=1.0", "duration=4.0", "layer=1"],
    ["+clip", "music.m4a", "start=0.0", "inpoint=0.0", "duration=10.0", "layer=3"],
    ["-o", "ges.mp4", "-f", "video/quicktime,variant=iso:video/x-h264:audio/mpeg,mpegversion=4"],
  ].flat();
  return { name: "ges", file: "ges.mp4", program: "ges-launch-1.0", args };
}

async function isInstalled(program: string): Promise<boolean> {
  try {
    await run(program, ["--help"]);
    return true;
  } catch {
    return false;
  }
}

/** Those that this machine has. */
export async function findPeers(title: Title): Promise<Peer[]> {
  const all = [melt(title), ges()];
  const there = await Promise.all(all.map(({ program }) => isInstalled(program)));
  return all.filter((_, index) => there[index]);
}

export async function runPeer(peer: Peer, directory: string): Promise<void> {
  const env = { ...process.env, HOME: directory, XDG_RUNTIME_DIR: directory };
  await run(peer.program, [...peer.args], { cwd: directory, env, maxBuffer: 1 << 26 });
}
