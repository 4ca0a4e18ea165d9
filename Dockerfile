# The product in one image: the app, and the backend with its embedded PostgreSQL for where no UPSTREAM_URL is set.
# Not Alpine: the embedded PostgreSQL needs glibc.

FROM node:24-bookworm-slim AS build
WORKDIR /srv/tideline
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
# tini: PostgreSQL's processes need an init that takes in orphans and passes signals on.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 0755 /data /files
WORKDIR /srv/tideline
COPY --from=build /srv/tideline/package.json ./
COPY --from=build /srv/tideline/node_modules ./node_modules
COPY --from=build /srv/tideline/public ./public
COPY --from=build /srv/tideline/build ./build

# Compiled code is kept beside the data, so that the next start of the same image is a warm one.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/data/compile-cache
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "build/start.js"]
