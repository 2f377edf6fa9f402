/** Levels and tables of colours by the graphics card, where there is one: what `applyTones` does. */
import { levelsOf } from "./tone-pixels.ts";
import type { ToneStep } from "./tone-pixels.ts";

const CORNERS = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);
}`;

/** Between the table's points along tetrahedra, as `lookUp` and FFmpeg go. */
const TONES = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler3D;
uniform sampler2D picture;
uniform sampler2D levels;
uniform sampler3D table;
uniform int size;
uniform int height;
out vec4 shown;

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
  vec3 colour = vec3(level(seen.r, 0), level(seen.g, 1), level(seen.b, 2));
  if (size > 0) colour = between(colour);
  shown = vec4(colour * seen.a, seen.a);
}`;

type Gl = WebGL2RenderingContext;

function programOf(gl: Gl): WebGLProgram | null {
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, CORNERS],
    [gl.FRAGMENT_SHADER, TONES],
  ] as const;
  for (const [kind, source] of sources) {
    const shader = gl.createShader(kind);
    if (shader === null) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
}

/** A texture of whole points in unit `unit`. */
function textureIn(gl: Gl, unit: number, kind: GLenum): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.bindTexture(kind, gl.createTexture());
  gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(kind, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  gl.texParameteri(kind, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(kind, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
}

/** Whether a processor that plays the card is taken for one: it is no faster than the other way. */
type Slow = "fast-only" | "slow-too";

function prepared(canvas: OffscreenCanvas, slow: Slow) {
  const failIfMajorPerformanceCaveat = slow === "fast-only";
  const options = { depth: false, antialias: false, failIfMajorPerformanceCaveat };
  const gl = canvas.getContext("webgl2", options);
  if (gl === null) return null;
  const program = programOf(gl);
  if (program === null) return null;
  gl.useProgram(program);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const kinds = [gl.TEXTURE_2D, gl.TEXTURE_2D, gl.TEXTURE_3D];
  for (const [unit, name] of ["picture", "levels", "table"].entries()) {
    textureIn(gl, unit, kinds[unit] ?? gl.TEXTURE_2D);
    gl.uniform1i(gl.getUniformLocation(program, name), unit);
  }
  const place = (name: string) => gl.getUniformLocation(program, name);
  return { gl, size: place("size"), height: place("height") };
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
 * Gives the picture of `source` with its levels changed, good until the next call; null: there is
 * no card, or it was lost, and the processor has to do it.
 */
export function createToneCard(
  slow: Slow = "fast-only",
): (source: OffscreenCanvas, step: ToneStep) => OffscreenCanvas | null {
  const canvas = new OffscreenCanvas(1, 1);
  let card: ReturnType<typeof prepared> | undefined;
  let held: ToneStep | null = null;
  return (source, step) => {
    if (card === undefined) card = prepared(canvas, slow);
    if (card === null || card.gl.isContextLost()) return null;
    const { gl, size, height } = card;
    if (canvas.width !== source.width || canvas.height !== source.height) {
      [canvas.width, canvas.height] = [source.width, source.height];
      gl.viewport(0, 0, canvas.width, canvas.height);
    }
    giveTones(gl, step, held);
    held = step;
    gl.activeTexture(gl.TEXTURE0);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, source);
    gl.uniform1i(size, step.table?.size ?? 0);
    gl.uniform1i(height, canvas.height);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return canvas;
  };
}
