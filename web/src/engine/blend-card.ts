/** Blends by the graphics card, where there is one: what `blendPixels` does. */
import type { PlanBlend } from "@cutroom/compiler";
import { blendTable } from "./blend-pixels.ts";
import { givePicture, openCard, sizeCard } from "./card-program.ts";
import type { Slow } from "./card-program.ts";

const BLENDS = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D beneath;
uniform sampler2D above;
uniform sampler2D table;
uniform int height;
uniform float opacity;
out vec4 shown;

float mixed(float base, float light) {
  return texelFetch(table, ivec2(vec2(light, base) * 255.0 + 0.5), 0).r;
}

void main() {
  ivec2 at = ivec2(int(gl_FragCoord.x), height - 1 - int(gl_FragCoord.y));
  vec3 base = texelFetch(beneath, at, 0).rgb;
  vec4 light = texelFetch(above, at, 0);
  vec3 both = vec3(mixed(base.r, light.r), mixed(base.g, light.g), mixed(base.b, light.b));
  shown = vec4(mix(base, both, light.a * opacity), 1.0);
}`;

const TEXTURES = [{ name: "beneath" }, { name: "above" }, { name: "table" }] as const;
const LEVELS = 256;

function prepared(canvas: OffscreenCanvas, slow: Slow) {
  const opened = openCard(canvas, slow, BLENDS, TEXTURES);
  if (opened === null) return null;
  const { gl, place } = opened;
  return { gl, height: place("height"), opacity: place("opacity") };
}

export interface BlendStep {
  readonly mode: PlanBlend;
  readonly opacity: number;
}

/**
 * Gives `above` blended into `beneath`, which is as large, good until the next call; null: there
 * is no card, or it was lost, and the processor has to do it.
 */
export function createBlendCard(
  slow: Slow = "fast-only",
): (
  beneath: HTMLCanvasElement | OffscreenCanvas,
  above: OffscreenCanvas,
  step: BlendStep,
) => OffscreenCanvas | null {
  const canvas = new OffscreenCanvas(1, 1);
  let card: ReturnType<typeof prepared> | undefined;
  let held: PlanBlend | null = null;
  return (beneath, above, { mode, opacity }) => {
    if (card === undefined) card = prepared(canvas, slow);
    if (card === null || card.gl.isContextLost()) return null;
    const { gl, height, opacity: strength } = card;
    sizeCard(gl, canvas, above);
    givePicture(gl, 0, beneath);
    givePicture(gl, 1, above);
    if (held !== mode) {
      gl.activeTexture(gl.TEXTURE2);
      const { TEXTURE_2D, R8, RED, UNSIGNED_BYTE } = gl;
      const table = blendTable(mode);
      gl.texImage2D(TEXTURE_2D, 0, R8, LEVELS, LEVELS, 0, RED, UNSIGNED_BYTE, table);
      held = mode;
    }
    gl.uniform1i(height, canvas.height);
    gl.uniform1f(strength, opacity);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return canvas;
  };
}
