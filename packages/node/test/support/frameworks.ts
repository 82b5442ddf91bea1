/** The hooks in a server of each framework. */
import { createServer, type Server } from 'node:http'

import 'reflect-metadata'

import { createAdaptorServer } from '@hono/node-server'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import express from 'express'
import express4 from 'express4'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import type { Hooks } from 'open-platform'

/** What each framework listens with. */
export const servers: Record<string, (hooks: Hooks) => Promise<Server>> = {
  express: async (hooks) => createServer(express().use('/hooks', hooks.express())),
  'express 4': async (hooks) => createServer(express4().use('/hooks', hooks.express())),
  'express with express.raw()': async (hooks) => {
    return createServer(express().use(express.raw({ type: () => true, limit: '1mb' })).use('/hooks', hooks.express()))
  },
  fastify: async (hooks) => {
    const app = Fastify()
    await app.register(hooks.fastify(), { prefix: '/hooks' })
    await app.ready()
    return app.server
  },
  koa: async (hooks) => createServer(new Koa().use(hooks.koa('/hooks')).callback()),
  hono: async (hooks) => {
    const app = new Hono().all('/hooks/:kind', (context) => hooks.fetch(context.req.raw))
    return createAdaptorServer({ fetch: app.fetch }) as Server
  },
  // The body of a request is a stream of Node, as in Next: to cancel it ends the connection.
  'hono with streams of Node': async (hooks) => {
    const app = new Hono().all('/hooks/:kind', (context) => hooks.fetch(context.req.raw))
    return createAdaptorServer({ fetch: app.fetch, autoCleanupIncoming: false }) as Server
  },
  nestjs: async (hooks) => {
    class Application {}
    Module({})(Application)
    const app = await NestFactory.create(Application, { logger: false })
    app.use('/hooks', hooks.express())
    await app.init()
    return app.getHttpServer()
  },
  'node:http': async (hooks) => createServer(hooks.node('/hooks')),
}
