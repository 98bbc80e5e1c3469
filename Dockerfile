# Makes an image of the program and what it loads, without a shell or anything else:
#
#   docker build -t tilepyramid .
#   docker run --rm -v "$PWD:/data" tilepyramid build plan.png … -o tiles
#   docker run --rm -v "$PWD:/data" --network host tilepyramid serve tiles
#
# Plans in PDF and SVG need programs, which the image of another target has: --target with-programs

FROM swift:6.3-bookworm AS build
WORKDIR /source
COPY . .
RUN scripts/package -o /packages \
  && scripts/packaging/make-image-root /packages/tilepyramid-*-linux-*.tar.gz /image

FROM debian:bookworm-slim AS with-programs
RUN --mount=from=build,source=/packages,target=/packages \
  apt-get update && apt-get install --yes /packages/tilepyramid_*.deb && rm -rf /var/lib/apt/lists/*
WORKDIR /data
ENTRYPOINT ["tilepyramid"]

FROM scratch AS tilepyramid
COPY --from=build /image /
WORKDIR /data
ENTRYPOINT ["/usr/bin/tilepyramid"]
