/** The part of fengari (Lua in JavaScript) that the script runner uses, with types. */
// @ts-expect-error the package brings no types
import * as fengari from "fengari";

export interface LuaState {
  readonly isLuaState: unique symbol;
}
interface Lua {
  readonly LUA_OK: number;
  readonly LUA_TNIL: number;
  readonly LUA_TBOOLEAN: number;
  readonly LUA_TNUMBER: number;
  readonly LUA_TSTRING: number;
  readonly LUA_TTABLE: number;
  lua_createtable(state: LuaState, arrayLength: number, recordLength: number): void;
  lua_error(state: LuaState): number;
  lua_getfield(state: LuaState, index: number, key: Uint8Array): number;
  lua_gettop(state: LuaState): number;
  lua_pcall(state: LuaState, args: number, results: number, handler: number): number;
  lua_pop(state: LuaState, count: number): void;
  lua_pushboolean(state: LuaState, value: boolean): void;
  lua_pushinteger(state: LuaState, value: number): void;
  lua_pushjsfunction(state: LuaState, run: (state: LuaState) => number): void;
  lua_pushnil(state: LuaState): void;
  lua_pushstring(state: LuaState, text: Uint8Array): void;
  lua_rawgeti(state: LuaState, index: number, position: number): number;
  lua_rawseti(state: LuaState, index: number, position: number): void;
  lua_setfield(state: LuaState, index: number, key: Uint8Array): void;
  lua_setglobal(state: LuaState, name: Uint8Array): void;
  lua_toboolean(state: LuaState, index: number): boolean;
  lua_tonumber(state: LuaState, index: number): number;
  lua_tostring(state: LuaState, index: number): Uint8Array | null;
  lua_type(state: LuaState, index: number): number;
}

interface AuxiliaryLib {
  luaL_loadbuffer(state: LuaState, code: Uint8Array, size: number, name: Uint8Array): number;
  luaL_newstate(): LuaState;
  luaL_requiref(
    state: LuaState,
    name: Uint8Array,
    open: (state: LuaState) => number,
    global: number,
  ): void;
}

interface StandardLib {
  readonly luaopen_base: (state: LuaState) => number;
  readonly luaopen_math: (state: LuaState) => number;
  readonly luaopen_string: (state: LuaState) => number;
  readonly luaopen_table: (state: LuaState) => number;
}

interface Fengari {
  readonly lua: Lua;
  readonly lauxlib: AuxiliaryLib;
  readonly lualib: StandardLib;
  readonly to_luastring: (text: string) => Uint8Array;
}

const library = fengari as Fengari;
export const lua = library.lua;
export const lauxlib = library.lauxlib;
export const lualib = library.lualib;
export const luaText = library.to_luastring;
