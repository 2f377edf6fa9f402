/** A program of the graphics card that makes one picture out of textures. */

export type Gl = WebGL2RenderingContext;

/** Whether a processor that plays the card is taken for one: it is no faster than the other way. */
export type Slow = "fast-only" | "slow-too";

const CORNERS = `#version 300 es
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);
}`;

function programOf(gl: Gl, picture: string): WebGLProgram | null {
  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, CORNERS],
    [gl.FRAGMENT_SHADER, picture],
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

/**
 * Readies `canvas` for the shader `picture`, each of whose textures has a unit of its own, in
 * their order. Null: there is no card that can.
 */
export function openCard(
  canvas: OffscreenCanvas,
  slow: Slow,
  picture: string,
  textures: readonly { readonly name: string; readonly deep?: boolean }[],
): { readonly gl: Gl; readonly place: (name: string) => WebGLUniformLocation | null } | null {
  const failIfMajorPerformanceCaveat = slow === "fast-only";
  const options = { depth: false, antialias: false, failIfMajorPerformanceCaveat };
  const gl = canvas.getContext("webgl2", options);
  const program = gl && programOf(gl, picture);
  if (gl === null || program === null) return null;
  gl.useProgram(program);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  const place = (name: string) => gl.getUniformLocation(program, name);
  for (const [unit, { name, deep = false }] of textures.entries()) {
    textureIn(gl, unit, deep ? gl.TEXTURE_3D : gl.TEXTURE_2D);
    gl.uniform1i(place(name), unit);
  }
  return { gl, place };
}

/** Makes the card's picture so large. */
export function sizeCard(
  gl: Gl,
  canvas: OffscreenCanvas,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  if (canvas.width === width && canvas.height === height) return;
  [canvas.width, canvas.height] = [width, height];
  gl.viewport(0, 0, width, height);
}

/** Puts a canvas into unit `unit`. */
export function givePicture(gl: Gl, unit: number, picture: TexImageSource): void {
  gl.activeTexture(gl.TEXTURE0 + unit);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
}
