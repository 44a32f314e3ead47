import { Swiper, SwiperSlide } from 'swiper/react';
import 'swiper/css';

export const Page = () => (
  <Swiper>
    <SwiperSlide>Rye</SwiperSlide>
  </Swiper>
);
export const isRight = (element) => element.querySelector('.swiper-initialized') !== null;
