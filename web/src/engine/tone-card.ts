/** Light, grading, levels and tables by the graphics card, where there is one: what `applyTones` does. */
import { givePicture, openCard, sizeCard } from "./card-program.ts";
import type { Gl, Slow } from "./card-program.ts";
import { levelsOf } from "./tone-pixels.ts";
import type { ToneStep } from "./tone-pixels.ts";

/** Between the table's points along tetrahedra, as `lookUp` and FFmpeg go. */
const TONES = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler3D;
uniform sampler2D picture;
uniform sampler2D levels;
uniform sampler3D table;
uniform sampler2D beside;
uniform int size;
uniform int height;
uniform float sharpen;
uniform float grain;
uniform vec3 gains;
uniform vec2 stretch;
out vec4 shown;

const vec3 LUMA = vec3(0.2126, 0.7152, 0.0722);
const float LIMITED = 219.0 / 255.0;

vec3 lit(vec3 colour, vec4 other) {
  float luma = dot(colour, LUMA);
  float moved = sharpen * (luma - dot(other.rgb, LUMA));
  if (grain > 0.0) {
    float middle = 128.0 / 255.0;
    float level = middle + grain * (other.r - middle);
    float y = 16.0 / 255.0 + LIMITED * luma;
    float laid = y < middle ? 2.0 * y * level : 1.0 - 2.0 * (1.0 - y) * (1.0 - level);
    moved = (laid - y) / LIMITED;
  }
  vec3 whole = floor(clamp(colour + moved, 0.0, 1.0) * 255.0 + 0.5) / 255.0;
  return other.a > 0.0 ? whole : colour;
}

vec3 graded(vec3 colour) {
  colour = min(colour * gains, 1.0);
  float plain = dot(colour, LUMA);
  float middle = (125.5 - 16.0) / 219.0;
  float farthest = 112.0 / 224.0;
  float luma = clamp((plain - middle) * stretch.x + middle, 0.0, 1.0);
  float cb = clamp((colour.b - plain) / 1.8556 * stretch.y, -farthest, farthest);
  float cr = clamp((colour.r - plain) / 1.5748 * stretch.y, -farthest, farthest);
  vec3 back = vec3(1.5748 * cr, -0.187324 * cb - 0.468124 * cr, 1.8556 * cb);
  return clamp(luma + back, 0.0, 1.0);
}

float level(float value, int channel) {
  return texelFetch(levels, ivec2(int(value * 255.0 + 0.5), channel), 0).r;
}

vec3 between(vec3 colour) {
  vec3 place = colour * float(size - 1);
  ivec3 base = min(ivec3(place), ivec3(size - 2));
  vec3 beyond = place - vec3(base);
  float high = max(beyond.r, max(beyond.g, beyond.b));
  float low = min(beyond.r, min(beyond.g, beyond.b));
  float middle = beyond.r + beyond.g + beyond.b - high - low;
  ivec3 longest = beyond.r >= beyond.g
    ? (beyond.r >= beyond.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
    : (beyond.g >= beyond.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
  ivec3 shortest = beyond.r < beyond.g
    ? (beyond.r < beyond.b ? ivec3(1, 0, 0) : ivec3(0, 0, 1))
    : (beyond.g < beyond.b ? ivec3(0, 1, 0) : ivec3(0, 0, 1));
  return (1.0 - high) * texelFetch(table, base, 0).rgb
    + (high - middle) * texelFetch(table, base + longest, 0).rgb
    + (middle - low) * texelFetch(table, base + ivec3(1) - shortest, 0).rgb
    + low * texelFetch(table, base + ivec3(1), 0).rgb;
}

void main() {
  ivec2 at = ivec2(int(gl_FragCoord.x), height - 1 - int(gl_FragCoord.y));
  vec4 seen = texelFetch(picture, at, 0);
  vec3 seenAs = graded(lit(seen.rgb, texelFetch(beside, at, 0)));
  vec3 colour = vec3(level(seenAs.r, 0), level(seenAs.g, 1), level(seenAs.b, 2));
  if (size > 0) colour = between(colour);
  shown = vec4(colour * seen.a, seen.a);
}`;

const TEXTURES = [
  { name: "picture" },
  { name: "levels" },
  { name: "table", deep: true },
  { name: "beside" },
] as const;

function prepared(canvas: OffscreenCanvas, slow: Slow) {
  const opened = openCard(canvas, slow, TONES, TEXTURES);
  if (opened === null) return null;
  const { gl, place } = opened;
  return {
    gl,
    size: place("size"),
    height: place("height"),
    sharpen: place("sharpen"),
    grain: place("grain"),
    gains: place("gains"),
    stretch: place("stretch"),
  };
}

type Card = NonNullable<ReturnType<typeof prepared>>;

/** A clear pixel: no light is moved. */
const NOTHING = new Uint8Array(4);

/** Gives the card both pictures. */
function givePictures({ gl }: Card, source: OffscreenCanvas, beside: OffscreenCanvas | null): void {
  givePicture(gl, 0, source);
  if (beside !== null) {
    givePicture(gl, 3, beside);
    return;
  }
  const { TEXTURE_2D, RGBA, UNSIGNED_BYTE } = gl;
  gl.activeTexture(gl.TEXTURE3);
  gl.texImage2D(TEXTURE_2D, 0, RGBA, 1, 1, 0, RGBA, UNSIGNED_BYTE, NOTHING);
}

function giveNumbers({ gl, ...places }: Card, { light, colour }: ToneStep): void {
  gl.uniform1f(places.sharpen, light?.by === "sharpen" ? light.amount : 0);
  gl.uniform1f(places.grain, light?.by === "grain" ? light.amount : 0);
  gl.uniform3f(places.gains, colour?.red ?? 1, colour?.green ?? 1, colour?.blue ?? 1);
  gl.uniform2f(places.stretch, colour?.contrast ?? 1, colour?.saturation ?? 1);
}

/** Tables and levels stay on the card until others are asked for. */
function giveTones(gl: Gl, { curves, table }: ToneStep, held: ToneStep | null): void {
  if (held === null || held.curves !== curves) {
    const rows = new Uint8Array(3 * 256);
    for (const [row, levels] of levelsOf(curves).entries()) rows.set(levels, 256 * row);
    gl.activeTexture(gl.TEXTURE1);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, 256, 3, 0, gl.RED, gl.UNSIGNED_BYTE, rows);
  }
  if (held === null || held.table !== table) {
    const { size, values } = table ?? { size: 1, values: new Float32Array(3) };
    gl.activeTexture(gl.TEXTURE2);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGB32F, size, size, size, 0, gl.RGB, gl.FLOAT, values);
  }
}

/**
 * Gives the picture of `source` with its tones changed, `beside` being the second picture of its
 * light, good until the next call; null: there is no card, or it was lost, and the processor has
 * to do it.
 */
export function createToneCard(
  slow: Slow = "fast-only",
): (
  source: OffscreenCanvas,
  beside: OffscreenCanvas | null,
  step: ToneStep,
) => OffscreenCanvas | null {
  const canvas = new OffscreenCanvas(1, 1);
  let card: Card | null | undefined;
  let held: ToneStep | null = null;
  return (source, beside, step) => {
    if (card === undefined) card = prepared(canvas, slow);
    if (card === null || card.gl.isContextLost()) return null;
    const { gl, size, height } = card;
    sizeCard(gl, canvas, source);
    giveTones(gl, step, held);
    held = step;
    givePictures(card, source, beside);
    giveNumbers(card, step);
    gl.uniform1i(size, step.table?.size ?? 0);
    gl.uniform1i(height, canvas.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return canvas;
  };
}
